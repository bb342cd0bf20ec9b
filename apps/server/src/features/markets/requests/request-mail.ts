import type { Mail } from '#server/platform/mail.ts';

/** What one person is told about a request to publish a market. */
export interface RequestNews {
  readonly to: string;
  /** The person asked; everyone else may approve. */
  readonly isRequester: boolean;
  readonly outcome: 'REQUESTED' | 'APPROVED' | 'DECLINED' | 'WITHDRAWN';
  /** E-mail address of the person who acted. */
  readonly by: string;
  readonly requestedBy: string | null;
  readonly isLive: boolean;
  readonly note?: string;
  readonly market: { readonly id: string; readonly name: string };
  readonly clientName: string;
  readonly publicUrl: string;
}

export function requestMail(news: RequestNews): Mail {
  const { publicUrl, clientName, market, isRequester, outcome } = news;
  const review = `${publicUrl}/admin/market-requests`;
  const editor = `${publicUrl}/app/${clientName}/markets/explore/${market.id}`;
  const link = outcome === 'REQUESTED' && !isRequester ? ['Review it here:', review] : ['You find it here:', editor];
  return {
    to: news.to,
    subject: subjectOf(news),
    text: ['Hello,', textOf(news), ...quoted(news.note), link.join('\n'), 'Quarry\n'].join('\n\n'),
  };
}

/** Names may contain line breaks, which must not end the subject. */
const nameOf = ({ market }: RequestNews): string => `“${market.name.replace(/\s+/g, ' ')}”`;

function subjectOf(news: RequestNews): string {
  const whose = news.isRequester ? `Your market ${nameOf(news)}` : `The market ${nameOf(news)} of ${news.clientName}`;
  switch (news.outcome) {
    case 'REQUESTED':
      return `${whose} waits for approval`;
    case 'APPROVED':
      return `${whose} is published`;
    case 'DECLINED':
      return `${whose} was declined`;
    case 'WITHDRAWN':
      return `The request to publish ${nameOf(news)} of ${news.clientName} was withdrawn`;
  }
}

function textOf(news: RequestNews): string {
  const { by, isLive, clientName, requestedBy, isRequester } = news;
  const market = `the market ${nameOf(news)} of the account ${clientName}`;
  const whose = isRequester ? 'your request' : `the request of ${requestedBy ?? 'a former user'}`;
  switch (news.outcome) {
    case 'REQUESTED':
      return `${by} asks to publish ${market} as ${isLive ? 'Live: it adds its companies, and new matches as they appear' : 'Static: it adds its companies once'}.`;
    case 'APPROVED':
      return `${by} approved ${whose} to publish ${market}. Its companies are being added to the dataset.`;
    case 'DECLINED':
      return `${by} declined ${whose} to publish ${market}. Nothing was added, and its draft is as it was.`;
    case 'WITHDRAWN':
      return `${by} withdrew ${whose} to publish ${market}. There is nothing left to approve.`;
  }
}

function quoted(note: string | undefined): string[] {
  return note === undefined ? [] : [`Their note:\n\n    ${note.replaceAll('\n', '\n    ')}`];
}
