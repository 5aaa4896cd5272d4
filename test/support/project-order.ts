import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The order in which test files start: project by project, as `vitest.config.ts` lists them, so that a worker reuses loaded
 * modules; within a project long files first. Projects of many short files are last in the list, so that no worker waits
 * for another until the end.
 */
export class ProjectOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const names = this.ctx.projects.map(({ name }) => name);
    const place = ({ project }: TestSpecification) => names.indexOf(project.name);
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}
