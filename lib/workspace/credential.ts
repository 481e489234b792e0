export interface LabelledCredential {
  readonly line: number;
  readonly kind: string;
  readonly value: string;
}
export const labelledCredentials = (_text: string): readonly LabelledCredential[] => [];
