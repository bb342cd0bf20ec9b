import {
  abortMarketPreview,
  countMarket,
  createMarket,
  deleteMarket,
  explainMarketCompany,
  getMarket,
  listMarkets,
  publishMarket,
  readMarketPreview,
  requestMarketPublish,
  startMarketPreview,
  updateMarket,
  validateMarketName,
} from '@quarry/contracts';
import { type Door, door } from '#server/platform/mount.ts';
import { addMarket } from './create-market.ts';
import { removeMarket } from './delete-market.ts';
import { readMarket } from './get-market.ts';
import { readMarkets } from './list-markets.ts';
import { abortPreview } from './previews/abort-preview.ts';
import { countMarketCompanies } from './previews/count-market.ts';
import { explainCompany } from './previews/explain-company.ts';
import { readPreview } from './previews/read-preview.ts';
import { startPreview } from './previews/start-preview.ts';
import { approveMarket } from './publish-market.ts';
import { askToPublish } from './request-market-publish.ts';
import { saveMarket } from './update-market.ts';
import { checkMarketName } from './validate-market-name.ts';

/** Markets: the list, the editor's saving and publishing, previews and counts. */
export const marketDoors: readonly Door[] = [
  door(listMarkets, readMarkets),
  door(getMarket, readMarket),
  door(createMarket, addMarket),
  door(updateMarket, saveMarket),
  door(deleteMarket, removeMarket),
  door(requestMarketPublish, askToPublish),
  door(publishMarket, approveMarket),
  door(validateMarketName, checkMarketName),
  door(startMarketPreview, startPreview),
  door(readMarketPreview, readPreview),
  door(abortMarketPreview, abortPreview),
  door(countMarket, countMarketCompanies),
  door(explainMarketCompany, explainCompany),
];
