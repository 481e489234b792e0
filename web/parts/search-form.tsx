/** A field for words, and a button: what was typed is looked for when it is sent. */
import { useSignal } from '@preact/signals';

const QUERY_MAX_CHARS = 1000;

/** `label` is for whoever hears the page; `search` gets the words without blanks around them, none where nothing stands there. */
export const SearchForm = ({
  label,
  placeholder,
  search,
}: {
  readonly label: string;
  readonly placeholder?: string;
  readonly search: (words: string) => void;
}) => {
  const typed = useSignal('');
  return (
    <form
      class="search"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        search(typed.peek().trim());
      }}
    >
      <label>
        <span class="unseen">{label}</span>
        <input
          type="search"
          maxLength={QUERY_MAX_CHARS}
          placeholder={placeholder}
          value={typed.value}
          onInput={({ currentTarget }) => {
            typed.value = currentTarget.value;
          }}
        />
      </label>
      <button type="submit">Search</button>
    </form>
  );
};
