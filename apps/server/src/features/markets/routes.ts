import * as contracts from '@quarry/contracts';
import { type Door, door } from '#server/platform/mount.ts';
import { createMarket } from './create-market.ts';
import { deleteMarket } from './delete-market.ts';
import { getMarket } from './get-market.ts';
import { listMarkets } from './list-markets.ts';
import { pauseMarket } from './pause-market.ts';
import { abortMarketPreview } from './previews/abort-market-preview.ts';
import { countMarket } from './previews/count-market.ts';
import { explainMarketCompany } from './previews/explain-market-company.ts';
import { readMarketPreview } from './previews/read-market-preview.ts';
import { startMarketPreview } from './previews/start-market-preview.ts';
import { publishMarket } from './publish-market.ts';
import { requestMarketPublish } from './request-market-publish.ts';
import { declineMarketPublish } from './requests/decline-market-publish.ts';
import { listMarketRequests } from './requests/list-market-requests.ts';
import { withdrawMarketPublish } from './requests/withdraw-market-publish.ts';
import { resumeMarket } from './resume-market.ts';
import { updateMarket } from './update-market.ts';
import { validateMarketName } from './validate-market-name.ts';

export const marketDoors: readonly Door[] = [
  door(contracts.listMarkets, listMarkets),
  door(contracts.getMarket, getMarket),
  door(contracts.createMarket, createMarket),
  door(contracts.updateMarket, updateMarket),
  door(contracts.deleteMarket, deleteMarket),
  door(contracts.requestMarketPublish, requestMarketPublish),
  door(contracts.publishMarket, publishMarket),
  door(contracts.declineMarketPublish, declineMarketPublish),
  door(contracts.withdrawMarketPublish, withdrawMarketPublish),
  door(contracts.listMarketRequests, listMarketRequests),
  door(contracts.pauseMarket, pauseMarket),
  door(contracts.resumeMarket, resumeMarket),
  door(contracts.validateMarketName, validateMarketName),
  door(contracts.startMarketPreview, startMarketPreview),
  door(contracts.readMarketPreview, readMarketPreview),
  door(contracts.abortMarketPreview, abortMarketPreview),
  door(contracts.countMarket, countMarket),
  door(contracts.explainMarketCompany, explainMarketCompany),
];
