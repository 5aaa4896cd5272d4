/**
 * What listeners send is not for anybody: it keeps their connection from being closed for silence, and nothing else
 * (specification: Notification channel).
 */
export async function message(): Promise<void> {}
