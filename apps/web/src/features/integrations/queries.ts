import {
  type CallOf,
  describeExternalFields,
  getWebhookDelivery,
  type Integration,
  listIntegrations,
  listWebhookDeliveries,
} from '@quarry/contracts';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { clientQuery } from '../../lib/client-context.tsx';

const INTEGRATIONS_POLL_MS = 5_000;
const DELIVERIES_POLL_MS = 5_000;
const FIELDS_FRESH_MS = 60_000;

export const DELIVERIES_PAGE_SIZE = 10;

/** The account's connectors, and the types that this installation offers. */
export function integrationsQuery(clientName: string) {
  return queryOptions({
    queryKey: ['integrations', clientName, 'list'],
    queryFn: ({ signal }) => call(listIntegrations, {}, { client: clientName, signal }),
  });
}

/** The same for pages on which connections are set up: their state changes behind them. */
export function watchedIntegrationsQuery(clientName: string) {
  return queryOptions({ ...integrationsQuery(clientName), refetchInterval: INTEGRATIONS_POLL_MS });
}

/** The fields of a CRM. Reading them takes calls of the CRM's account, so they are kept for a minute. */
export function externalFieldsQuery(clientName: string, integrationId: string) {
  return queryOptions({
    queryKey: ['integrations', clientName, 'fields', integrationId],
    queryFn: ({ signal }) => call(describeExternalFields, { integrationId }, { client: clientName, signal }),
    staleTime: FIELDS_FRESH_MS,
    refetchOnWindowFocus: false,
  });
}

type DeliveryStatus = CallOf<typeof listWebhookDeliveries>['status'];

/** Prefix of the keys of everything about a webhook's deliveries. */
export function deliveriesKey(clientName: string) {
  return ['integrations', clientName, 'deliveries'] as const;
}

/** One page (0-based) of what was sent to a webhook, newest first. */
export function deliveriesQuery(clientName: string, integrationId: string, status: DeliveryStatus, pageIndex: number) {
  const request = {
    integrationId,
    limit: DELIVERIES_PAGE_SIZE,
    offset: pageIndex * DELIVERIES_PAGE_SIZE,
    ...(status === undefined ? {} : { status }),
  };
  return queryOptions({
    queryKey: [...deliveriesKey(clientName), request],
    queryFn: ({ signal }) => call(listWebhookDeliveries, request, { client: clientName, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: DELIVERIES_POLL_MS,
  });
}

/** One delivery with request and answer. */
export function deliveryQuery(clientName: string, integrationId: string, deliveryId: string) {
  return queryOptions({
    queryKey: [...deliveriesKey(clientName), 'item', deliveryId],
    queryFn: async ({ signal }) =>
      (await call(getWebhookDelivery, { integrationId, deliveryId }, { client: clientName, signal })).delivery,
  });
}

/** Caches a connector as the server just returned it. Columns and banners of the account may follow from it. */
export async function cacheIntegration(cache: QueryClient, clientName: string, saved: Integration): Promise<void> {
  const { queryKey } = integrationsQuery(clientName);
  await cache.cancelQueries({ queryKey });
  cache.setQueryData(queryKey, (old) =>
    old === undefined
      ? old
      : {
          ...old,
          integrations: [
            ...old.integrations.filter(({ integrationType }) => integrationType !== saved.integrationType),
            saved,
          ],
        },
  );
  void cache.invalidateQueries({ queryKey: ['integrations', clientName] });
  void cache.invalidateQueries({ queryKey: clientQuery(clientName).queryKey });
}
