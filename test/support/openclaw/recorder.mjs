/** Our plugin for OpenClaw, with each question of the gateway and its answer kept in a file, one a line. */
import { appendFileSync } from 'node:fs';

/** Texts go no further: what is judged is shorter. */
const CHARACTERS = 100;
/** Settings of the gateway, what was said before, texts of files, and what is counted and timed. */
const LEFT_OUT =
  /^(?:abortSignal|cfg|config|content|cost|durationMs|messages|systemPrompt|timestamp|trace|usage)$/;

const plain = (value) => {
  if (typeof value === 'string') return value.slice(0, CHARACTERS);
  if (Array.isArray(value)) return value.map((one) => plain(one));
  if (typeof value === 'function') return undefined;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) =>
      LEFT_OUT.test(name) ? [] : [[name, plain(one)]],
    ),
  );
};

const namesOf = (files) => files?.map(({ name }) => name);

/** `plugin`, whose handlers are as they were but for what they write. `rootDir`: where it lies itself. */
export const recorded = (plugin, file, rootDir) => {
  const keeping =
    (hook, handler) =>
    (event, context = {}) => {
      // What the agent says and hears is written, too, and judged nowhere.
      if (hook === 'before_message_write' && event.message?.role !== 'user')
        return handler(event, context);
      const asked = { at: performance.timeOrigin + performance.now(), hook };
      const said = { event: plain(event), context: plain(context) };
      // The text of a message that goes out is judged.
      if (hook === 'message_sending') said.event.content = event.content.slice(0, CHARACTERS);
      const keep = (answer) => {
        const after = hook === 'agent:bootstrap' ? namesOf(event.context?.bootstrapFiles) : answer;
        const line = { ...asked, ...said, answer: plain(after) ?? null };
        appendFileSync(file, `${JSON.stringify(line)}\n`);
        return answer;
      };
      const answer = handler(event, context);
      return answer instanceof Promise ? answer.then(keep) : keep(answer);
    };
  const own = (api) => ({
    rootDir,
    on: (hook, handler, options) => api.on(hook, keeping(hook, handler), options),
    registerHook: (hook, handler, options) =>
      api.registerHook(hook, keeping(hook, handler), options),
  });
  return {
    ...plugin,
    register: (api) => {
      const changed = own(api);
      plugin.register(
        new Proxy(api, { get: (target, name) => changed[name] ?? Reflect.get(target, name) }),
      );
    },
  };
};
