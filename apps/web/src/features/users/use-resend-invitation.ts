import { type AccountUser, resendInvitation } from '@quarry/contracts';
import { useMutation } from '@tanstack/react-query';
import { call, messageOf } from '../../lib/api.ts';
import { notifyError, notifyLoading, notifySuccess } from '../../lib/notify.ts';

/** Mails a pending member's invitation again. */
export function useResendInvitation(clientName: string) {
  return useMutation({
    mutationFn: async ({ userId, email }: AccountUser) => {
      const toast = notifyLoading('Sending the invitation again');
      try {
        await call(resendInvitation, { userId }, { client: clientName });
        notifySuccess(`An invitation was sent to ${email}`, { id: toast });
      } catch (error) {
        notifyError(messageOf(error), { id: toast, title: 'Error sending the invitation' });
      }
    },
  });
}
