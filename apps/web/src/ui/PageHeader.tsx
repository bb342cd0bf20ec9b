import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './PageHeader.module.css';
import { PageTitle } from './PageTitle.tsx';

/** A page's header, which also sets the title of the browser tab. */
export function PageHeader(props: {
  title: string;
  clientName?: string;
  badge?: ReactNode;
  context?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <header className={classes.header}>
      <PageTitle title={props.title} clientName={props.clientName} />
      <div className={classes.title}>
        <Title order={1}>{props.title}</Title>
        {props.badge}
        {props.context ? <div className={classes.context}>{props.context}</div> : null}
      </div>
      {props.actions ? <div className={classes.actions}>{props.actions}</div> : null}
    </header>
  );
}
