/** Markdown of agents. What reads it is loaded when there is some; until then, and where it cannot be, the text is shown as it is. */
import { signal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

const rendered = signal<((text: string) => DocumentFragment) | undefined>(undefined);

const load = (): void => {
  if (rendered.peek() !== undefined) return;
  import('./markdown-html.ts').then(
    ({ renderedMarkdown }) => {
      rendered.value = renderedMarkdown;
    },
    () => undefined,
  );
};

/** Markdown, as it is shown; its text until the parser is there. */
export const AgentText = ({ text }: { readonly text: string }) => {
  const place = useRef<HTMLDivElement>(null);
  const render = rendered.value;
  useEffect(load, []);
  useLayoutEffect(() => {
    place.current?.replaceChildren(render === undefined ? text : render(text));
  }, [text, render]);
  return (
    <div class={render === undefined ? 'markdown plain' : 'markdown'} dir="auto" ref={place} />
  );
};
