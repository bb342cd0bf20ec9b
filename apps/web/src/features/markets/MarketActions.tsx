import { ActionIcon, Group, Menu } from '@mantine/core';
import type { Market } from '@quarry/contracts';
import {
  IconArrowBackUp,
  IconBuildingSkyscraper,
  IconCopy,
  IconDots,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
  IconUsersGroup,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { clientQuery } from '../../lib/client-context.tsx';
import { Hint } from '../../ui/Hint.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { marketCompaniesHash } from './companies-link.ts';
import classes from './markets.module.css';
import { useMarketActions } from './use-market-actions.ts';

export function MarketActions(props: {
  market: Market;
  clientName: string;
  onRename: (market: Market) => void;
  onDelete: (market: Market) => void;
}) {
  const { market, clientName } = props;
  const { withdraw, pause, resume } = useMarketActions(clientName, market);
  const cache = useQueryClient();
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <ButtonLink
        size="compact-sm"
        variant="default"
        to="/app/$clientName/markets/explore/$marketId"
        params={{ clientName, marketId: market.id }}
        aria-label={`Edit market ${market.name}`}
      >
        Edit market
      </ButtonLink>
      <Menu position="bottom-end" width={190} withinPortal>
        <Menu.Target>
          <ActionIcon size={26} aria-label={`More actions for ${market.name}`}>
            <IconDots size={16} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} aria-hidden="true" />} onClick={() => props.onRename(market)}>
            Rename market
          </Menu.Item>
          <Menu.Item
            renderRoot={(props) => (
              <Link
                {...props}
                to="/app/$clientName/markets/explore/$marketId"
                params={{ clientName, marketId: 'new' }}
                search={{ cloneFrom: market.id }}
              />
            )}
            leftSection={<IconCopy size={16} aria-hidden="true" />}
          >
            Clone market
          </Menu.Item>
          {market.isPublished && (
            <Menu.Item
              renderRoot={(props) => (
                <Link
                  {...props}
                  to="/app/$clientName"
                  params={{ clientName }}
                  search={{}}
                  hash={marketCompaniesHash(market.id)}
                />
              )}
              leftSection={<IconBuildingSkyscraper size={16} aria-hidden="true" />}
              onClick={() => void cache.invalidateQueries(clientQuery(clientName))}
            >
              View companies
            </Menu.Item>
          )}
          {market.isPublished && (
            <Menu.Item
              renderRoot={(props) => (
                <Link
                  {...props}
                  to="/app/$clientName/segments/edit/$segmentId"
                  params={{ clientName, segmentId: 'new' }}
                  search={{ market: market.id }}
                />
              )}
              leftSection={<IconUsersGroup size={16} aria-hidden="true" />}
            >
              New segment
            </Menu.Item>
          )}
          {withdraw && (
            <Menu.Item leftSection={<IconArrowBackUp size={16} aria-hidden="true" />} onClick={withdraw}>
              Withdraw request
            </Menu.Item>
          )}
          {pause && (
            <Menu.Item leftSection={<IconPlayerPause size={16} aria-hidden="true" />} onClick={pause}>
              Pause adding
            </Menu.Item>
          )}
          {resume && (
            <Menu.Item leftSection={<IconPlayerPlay size={16} aria-hidden="true" />} onClick={resume}>
              Resume
            </Menu.Item>
          )}
          <DeleteItem isPublished={market.isPublished} onDelete={() => props.onDelete(market)} />
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}

function DeleteItem({ isPublished, onDelete }: { isPublished: boolean; onDelete: () => void }) {
  const icon = <IconTrash size={16} aria-hidden="true" />;
  if (!isPublished) {
    return (
      <Menu.Item color="red" leftSection={icon} onClick={onDelete}>
        Delete market
      </Menu.Item>
    );
  }
  // Not `disabled`: the keyboard has to reach the item for its reason to be read.
  return (
    <Hint label="Published markets cannot be deleted." side="left">
      <Menu.Item aria-disabled="true" className={classes.disabledItem} closeMenuOnClick={false} leftSection={icon}>
        Delete market
      </Menu.Item>
    </Hint>
  );
}
