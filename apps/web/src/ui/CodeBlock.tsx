import classes from './code-block.module.css';

const MAX_LINES = 18;

/** Text of a machine, such as JSON, to read and copy. */
export function CodeBlock({ label, text }: { label: string; text: string }) {
  const lines = text.split('\n').length;
  // A field for text can be scrolled and selected by keyboard alone.
  return (
    <textarea
      className={classes.code}
      aria-label={label}
      readOnly
      spellCheck={false}
      rows={Math.min(lines, MAX_LINES)}
      value={text}
    />
  );
}
