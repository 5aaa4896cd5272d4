import type { Webhook } from '../../../shared/exchange/webhooks/webhook.ts';

/**
 * How far this process has read the changes for webhooks, beyond their stored positions: changes that are not for a webhook need no
 * write. Another process reads them once more.
 */
export type Positions = {
  /** The cursor to read from. */
  of(webhook: Pick<Webhook, 'id' | 'cursor'>): string;
  /** Notes that nothing up to a cursor is for the webhook. @returns the cursor */
  skip(webhook: Pick<Webhook, 'id' | 'cursor'>, to: string): string;
  /** What was skipped since the stored position; null: nothing. */
  skipped(id: string): { readonly from: string; readonly to: string } | null;
  /** Forgets all webhooks but these. */
  forgetOthers(ids: ReadonlySet<string>): void;
};

export function createPositions(): Positions {
  const ahead = new Map<string, { readonly from: string; readonly to: string }>();
  return {
    of({ id, cursor }) {
      const found = ahead.get(id);
      return found?.from === cursor ? found.to : cursor;
    },
    skip({ id, cursor }, to) {
      if (to !== cursor) ahead.set(id, { from: cursor, to });
      return to;
    },
    skipped: (id) => ahead.get(id) ?? null,
    forgetOthers(ids) {
      for (const id of ahead.keys()) if (!ids.has(id)) ahead.delete(id);
    },
  };
}
