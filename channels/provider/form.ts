/** A form with a file in it, as providers take files. */

/** The body of a request, and what it is. */
export interface FormBody {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly type: string;
}

/** A file that is sent. */
export interface SentFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The file that a message is; `undefined` for one of words. */
export const fileIn = ({
  parts,
  file,
}: {
  readonly parts: readonly { readonly text: string }[];
  readonly file?: string;
}): SentFile | undefined =>
  file === undefined
    ? undefined
    : { name: parts[0]?.text ?? '', bytes: new Uint8Array(Buffer.from(file, 'base64')) };

/** Its fields, and the file under the name of one more. */
export const formOf = async (
  fields: Readonly<Record<string, unknown>>,
  field: string,
  { name, bytes }: SentFile,
): Promise<FormBody> => {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.set(key, String(value));
  form.set(field, new Blob([bytes]), name);
  const whole = new Response(form);
  const type = whole.headers.get('content-type') ?? '';
  return { body: new Uint8Array(await whole.arrayBuffer()), type };
};
