import { IconFileExport } from '@tabler/icons-react';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { type DirectorySection, directoryCsv } from './directory-csv.ts';

/** Downloads the columns of companies and contacts as a CSV file. */
export function ExportFields(props: {
  clientName: string;
  sections: readonly DirectorySection[];
  disabledReason: string | null;
}) {
  return (
    <ReasonButton
      variant="default"
      leftSection={<IconFileExport size={16} aria-hidden="true" />}
      disabledReason={props.disabledReason}
      onClick={() => saveText(directoryCsv(props.sections), `${props.clientName}-data-directory.csv`)}
    >
      Export fields
    </ReasonButton>
  );
}

function saveText(text: string, filename: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = filename;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads the blob after the click.
  window.setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
}

const REVOKE_AFTER_MS = 60_000;
