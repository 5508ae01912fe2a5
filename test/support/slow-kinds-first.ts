import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files of one project stand together, because a process cannot go over to another project. Projects that vitest.config.ts
 * names last have the slowest tests and come first: a slow file that began last would leave the other processes without
 * work. Within a project the order is vitest's own, which has the slowest file of the last run first.
 */
export class SlowKindsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files);
    const place = ({ project }: TestSpecification): number => this.ctx.projects.indexOf(project);
    const group = ({ project }: TestSpecification): number => project.config.sequence.groupOrder;
    return usual.toSorted((one, other) => group(one) - group(other) || place(other) - place(one));
  }
}
