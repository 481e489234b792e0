/** What OpenClaw gives a plugin, as far as this one uses it. */
interface Api {
  readonly pluginConfig?: { readonly command?: readonly string[] };
  readonly config: unknown;
  readonly logger?: { readonly warn?: (text: string) => void };
  readonly on: (name: string, handler: never, options?: object) => unknown;
  readonly registerHook: (name: string, handler: never, options?: object) => unknown;
}

declare const plugin: {
  readonly id: string;
  readonly register: (api: Api) => void;
};

export default plugin;
