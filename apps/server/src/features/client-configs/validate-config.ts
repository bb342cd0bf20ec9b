import { AppError } from '@quarry/contracts';
import { countRules, validateFilter } from '@quarry/filters';
import { validateFilter as checkFilter } from '@quarry/filters/validate';
