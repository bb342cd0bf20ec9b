import { Button, Card, FileButton, Group, Progress, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { formatBytes } from '../../lib/format.ts';
import { notifyError } from '../../lib/notify.ts';
import classes from './company-imports.module.css';
import { uploadFile } from './upload-file.ts';

/** Chooses or drops a file, and uploads it. */
export function ChooseFile({ onUploaded }: { onUploaded: (fileId: string) => void }) {
  const [progress, setProgress] = useState(0);
  const [isOver, setIsOver] = useState(false);
  const stop = useRef<AbortController | null>(null);
  const upload = useMutation({
    mutationFn: async (file: File) => {
      const controller = new AbortController();
      stop.current = controller;
      setProgress(0);
      return uploadFile(file, { signal: controller.signal, onProgress: setProgress });
    },
    onSuccess: onUploaded,
    onError: (error) => {
      if (stop.current?.signal.aborted !== true) notifyError(messageOf(error), { title: 'The file was not uploaded' });
    },
  });
  const choose = (file: File | null) => {
    if (file !== null && !upload.isPending) upload.mutate(file);
  };
  return (
    <Card
      withBorder
      component="section"
      aria-label="File"
      className={isOver ? `${classes.drop} ${classes.over}` : (classes.drop ?? '')}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        choose(event.dataTransfer.files[0] ?? null);
      }}
    >
      {upload.isPending ? (
        <div className={classes.upload} aria-live="polite">
          <Text size="sm" mb={6}>{`Uploading ${upload.variables.name} (${formatBytes(upload.variables.size)})`}</Text>
          <Group wrap="nowrap">
            <Progress value={progress * 100} flex={1} aria-label="Upload" />
            <Text size="sm" className={classes.number}>{`${Math.floor(progress * 100)}%`}</Text>
            <Button size="compact-sm" variant="default" onClick={() => stop.current?.abort()}>
              Cancel
            </Button>
          </Group>
        </div>
      ) : (
        <>
          <FileButton onChange={choose}>
            {(props) => (
              <Button {...props} leftSection={<IconUpload size={16} aria-hidden="true" />}>
                Choose file
              </Button>
            )}
          </FileButton>
          <Text size="sm" c="dimmed">
            Or drop it here: CSV, JSONL or Parquet, plain or compressed with gzip or zstd. Nothing is imported yet.
          </Text>
        </>
      )}
    </Card>
  );
}
