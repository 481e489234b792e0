/** The forms of the report; each is loaded when it is asked for. */
import type { TextOptions } from '#audit/report/text.ts';
import type { Report } from '#audit/report/report.ts';
import { writeOutput } from '#kernel/process/output.ts';
import { hasColours, print, styled, width } from '#cli/io/terminal.ts';
import type { AuditRequest, Format, Output } from './request.ts';

/** Writes every form of the report that was asked for; `again` findings were in the last one. Throws OUTPUT_UNWRITABLE. */
export const writeReport = async (
  report: Report,
  { outputs, verbose }: Pick<AuditRequest, 'outputs' | 'verbose'>,
  again = 0,
): Promise<void> => {
  for (const output of outputs) {
    const text = await render(report, output, { verbose, again });
    if (output.file === undefined) print(text);
    else writeOutput(output.file, text);
  }
};

const render = async (
  report: Report,
  { format, file }: Output,
  facts: Pick<TextOptions, 'verbose' | 'again'>,
): Promise<string> => {
  if (format !== 'text') return (await FORMS[format]())(report);
  const { text } = await import('#audit/report/text.ts');
  const isScreen = file === undefined;
  return text(report, {
    paint: isScreen && hasColours() ? styled : (_style, plain) => plain,
    width: isScreen ? width() : FILE_COLUMNS,
    ...facts,
  });
};

/** A file has no terminal to fit into. */
const FILE_COLUMNS = 100;

const FORMS: Readonly<Record<Exclude<Format, 'text'>, () => Promise<(report: Report) => string>>> =
  {
    json: async () => (await import('#audit/report/json.ts')).json,
    sarif: async () => (await import('#audit/report/sarif.ts')).sarif,
    junit: async () => (await import('#audit/report/junit.ts')).junit,
    github: async () => (await import('#audit/report/github.ts')).github,
    markdown: async () => (await import('#audit/report/markdown.ts')).markdown,
    html: async () => (await import('#audit/report/html.ts')).html,
    badge: async () => (await import('#audit/report/badge.ts')).badge,
  };
