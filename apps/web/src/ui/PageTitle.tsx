/** The title of the browser tab: page, account, product. */
export function PageTitle(props: { title: string; clientName?: string | undefined }) {
  return <title>{[props.title, props.clientName, 'Quarry'].filter(Boolean).join(' · ')}</title>;
}
