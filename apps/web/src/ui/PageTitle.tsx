/** The title of the browser's tab: the page, the account if any, the product. */
export function PageTitle(props: { title: string; clientName?: string | undefined }) {
  return <title>{[props.title, props.clientName, 'Quarry'].filter(Boolean).join(' · ')}</title>;
}
