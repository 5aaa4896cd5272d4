/** Names of the sets of tools that assistants get. */
export const TOOLSET_NAMES = ['read', 'task', 'write', 'admin', 'all'] as const;

export type ToolsetName = (typeof TOOLSET_NAMES)[number];
