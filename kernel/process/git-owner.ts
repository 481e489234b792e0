/** Running git as the owner, for commits that they ask for; else as in git.ts: neither hooks nor filters run. */
import { ENVIRONMENT, type GitAnswer, type GitRequest, runGitWith, trustedPath } from './git.ts';

/** Who commits, by their own settings, and in which zone. */
const OF_THE_OWNER =
  /^(?:HOME|XDG_CONFIG_HOME|GIT_CONFIG_GLOBAL|GIT_(?:AUTHOR|COMMITTER)_(?:NAME|EMAIL|DATE)|EMAIL|USER|LOGNAME|TZ)$/;

/** Runs a plumbing command on the repository and the index of the owner. Never throws and never rejects. */
export const runOwnersGit = (
  directory: string,
  args: readonly string[],
  request: GitRequest,
): Promise<GitAnswer> => {
  const { GIT_CONFIG_GLOBAL: _global, GIT_INDEX_FILE: _index, ...safe } = ENVIRONMENT;
  const variables: Record<string, string> = { ...safe };
  for (const [name, value] of Object.entries(process.env))
    if (value !== undefined && OF_THE_OWNER.test(name)) variables[name] = value;
  return runGitWith({ directory, searchPath: trustedPath(directory) }, args, request, variables);
};
