/** The product's logo. Decorative: the name is beside it or in the label of its container. */
export function Logo(props: { size?: number }) {
  return (
    <svg width={props.size ?? 24} height={props.size ?? 24} viewBox="0 0 32 32" aria-hidden>
      <rect width="32" height="32" rx="7" fill="#0f675f" />
      <path d="M6 23h20M9 18h14M12 13h8" stroke="#fff" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}
