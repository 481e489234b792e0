/** Where a file lies for those who read reports beside a repository. */
import type { ReportedFinding, WorkspaceReport } from './report.ts';

/**
 * The path from the root of the repository; from where the program was started if there is none. A finding of the
 * workspace as a whole has the path of its folder.
 */
export const repositoryPath = (workspace: WorkspaceReport, file: string): string => {
  const folder = (workspace.repositoryPath ?? workspace.path).replace(/^(?:\.\/)+|\/$/gu, '');
  if (folder === '' || folder === '.') return file;
  return file === '' ? folder : `${folder}/${file}`;
};

/** What a service should be told: not what the baseline of `--since` knows already. */
export const isNews = ({ status }: ReportedFinding): boolean => status !== 'known';
