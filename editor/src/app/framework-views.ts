import type { IconName } from '../ui/icon.tsx';

/** The views of a framework besides its outline, at `/frameworks/<id>/<view>`; their names are the texts `views.<id>`. */
export const FRAMEWORK_VIEWS = [
  { id: 'graph', icon: 'graph' },
  { id: 'crosswalk', icon: 'link' },
  { id: 'translate', icon: 'language' },
  { id: 'history', icon: 'history' },
  { id: 'export', icon: 'download' },
  { id: 'sharing', icon: 'share' },
] as const satisfies readonly {
  readonly id: string;
  readonly icon: IconName;
}[];
