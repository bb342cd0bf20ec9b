import { addColumn, type Migration } from '@quarry/clickhouse';
import { releasedCompanies } from './0001-universe.ts';

/** Adds the folded texts to companies that were stored before 0001 made them. */
export const addFoldedTexts: Migration = {
  id: '0002-folded-texts-of-companies',
  up: async (warehouse) => {
    for (const column of ['name_text', 'short_description_text', 'description_text'])
      await addColumn(warehouse, releasedCompanies, column);
  },
};
