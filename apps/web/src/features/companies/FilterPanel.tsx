/** Being built. */
export default function Pending(_props: object) {
  return null;
}
