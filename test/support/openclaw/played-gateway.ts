/** A gateway of OpenClaw as a test plays it: our plugin is registered, and asked what a real one asks. */
import type { TempWorkspace } from '#test/support/workspace.ts';
import { environment, YAMO } from '#test/support/yamo.ts';

type Handler = (event: object, context: object) => Promise<Record<string, unknown> | undefined>;

export interface PlayedGateway {
  readonly ask: (name: string, event: object, context: object) => ReturnType<Handler>;
  readonly bootstrap: (context: Record<string, unknown>) => Promise<readonly unknown[]>;
  readonly stop: () => void;
}

/** What OpenClaw gives a plugin, as far as ours uses it. */
export const gatewayWith = async (
  command: readonly string[],
  hooks: object = { allowConversationAccess: true },
): Promise<PlayedGateway> => {
  const { default: plugin } = await import('../../../integrations/openclaw/index.js');
  const handlers = new Map<string, Handler>();
  // A gateway registers it more than once, and takes some hooks of each.
  const register = (takes: (name: string) => boolean): void => {
    const take = (name: string, handler: Handler): void => {
      if (takes(name)) handlers.set(name, handler);
    };
    const logger = { warn: () => undefined };
    plugin.register({
      pluginConfig: { command },
      config: { plugins: { entries: { yamo: { hooks } } } },
      logger,
      on: take,
      registerHook: take,
    });
  };
  register((name) => name === 'agent:bootstrap');
  register((name) => name !== 'agent:bootstrap');
  const ask: PlayedGateway['ask'] = async (name, event, context) =>
    handlers.get(name)?.(event, context);
  const bootstrap: PlayedGateway['bootstrap'] = async (context) => {
    await ask('agent:bootstrap', { context, sessionKey: context['sessionKey'] }, {});
    return Array.isArray(context['bootstrapFiles']) ? context['bootstrapFiles'] : [];
  };
  return { ask, bootstrap, stop: () => void handlers.get('gateway_stop')?.({}, {}) };
};

/** Its plugin asks the built yamo, in the homes of this workspace. */
export const gatewayIn = (ws: TempWorkspace): Promise<PlayedGateway> => {
  const env = Object.entries(environment({ workspace: ws })).map(
    ([name, value]) => `${name}=${value}`,
  );
  return gatewayWith(['env', ...env, process.execPath, YAMO]);
};
