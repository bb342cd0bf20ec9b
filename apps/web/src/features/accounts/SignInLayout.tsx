import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Logo } from '../../ui/Logo.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import classes from './SignInLayout.module.css';

/** Layout of the sign-in pages: one card below the product's name. */
export function SignInLayout(props: { title: string; intro?: ReactNode; children: ReactNode }) {
  return (
    <main className={classes.page}>
      <PageTitle title={props.title} />
      <div className={classes.brand}>
        <Logo size={30} />
        Quarry
      </div>
      <div className={classes.card}>
        <Title order={1} mb={props.intro ? 4 : 'md'}>
          {props.title}
        </Title>
        {props.intro ? (
          <Text c="dimmed" mb="md" component="div">
            {props.intro}
          </Text>
        ) : null}
        {props.children}
      </div>
    </main>
  );
}
