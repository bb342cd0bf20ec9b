import { useNavigate, useRouter } from '@tanstack/react-router';
import { useClient } from '../../../lib/client-context.tsx';
import { withHashPart } from '../../datasets/explorer-state.ts';

/** Opens a part of the explorer, such as a company, over what it shows; from another page, over all companies. */
export function useOpenInExplorer(): (part: string) => void {
  const { clientName } = useClient();
  const { history } = useRouter();
  const navigate = useNavigate();
  return (part) => {
    const { pathname, search, hash } = history.location;
    const isExplorer = pathname.replace(/\/$/, '') === `/app/${clientName}`;
    if (isExplorer)
      history.push(`${pathname}${search}#${withHashPart(hash, part)}`, undefined, { ignoreBlocker: true });
    else void navigate({ to: '/app/$clientName', params: { clientName }, hash: part });
  };
}
