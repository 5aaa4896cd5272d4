import type { Tool } from '../tools/tool.ts';
import { compareFrameworks } from './compare-frameworks.ts';
import { draftAlignment } from './draft-alignment.ts';
import { explainCompetency } from './explain-competency.ts';
import { findCompetencies } from './find-competencies.ts';
import { howAmIDoing } from './how-am-i-doing.ts';
import { recordAchievement } from './record-achievement.ts';
import { whatNext } from './what-next.ts';

/** The tools for tasks, in the order of lists. */
export const TASKS: readonly Tool[] = [
  ...[findCompetencies, explainCompetency, compareFrameworks, draftAlignment],
  ...[recordAchievement, howAmIDoing, whatNext],
];
