import { lazy } from 'react';
import { loadEnglish } from '../words/words.ts';

/** The list of frameworks, whose words are among the first ones. */
export const StartView = lazy(async () => ({ default: (await import('../views/start/start.tsx')).StartView }));

/** All other views, with their words. */
export const OtherViews = lazy(async () => {
  const [views] = await Promise.all([import('./other-views.tsx'), loadEnglish()]);
  return { default: views.OtherViews };
});
