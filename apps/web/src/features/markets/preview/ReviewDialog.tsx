import { Anchor, Modal, Text, Title } from '@mantine/core';
import { formatDate, formatNumber } from '../../../lib/format.ts';
import { webAddress } from '../../../ui/cells/value-hint.ts';
import { useReturnFocus } from '../../../ui/use-return-focus.ts';
import { textIn } from './DeepPreviewCell.tsx';
import type { PreviewRow } from './preview-company.ts';

export function ReviewDialog({ review, onClose }: { review: PreviewRow; onClose: () => void }) {
  useReturnFocus();
  const link = webAddress(textIn(review, 'url'), true);
  const rating = review['rating'];
  const reviewedAt = textIn(review, 'reviewed_at');
  const context = [
    textIn(review, 'product'),
    typeof rating === 'number' ? `rated ${formatNumber(rating)}` : '',
    reviewedAt === '' ? '' : formatDate(reviewedAt),
  ].filter(Boolean);
  return (
    <Modal opened onClose={onClose} title="Review title" size={640} centered>
      <Title order={3}>{textIn(review, 'review_title') || 'Untitled review'}</Title>
      {context.length > 0 && (
        <Text size="sm" c="dimmed">
          {context.join(' · ')}
        </Text>
      )}
      <Text size="sm" mt="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {textIn(review, 'review')}
      </Text>
      {link && (
        <Anchor href={link.href} target="_blank" rel="noopener noreferrer" size="sm" mt="sm" display="inline-block">
          {link.label}
        </Anchor>
      )}
    </Modal>
  );
}
