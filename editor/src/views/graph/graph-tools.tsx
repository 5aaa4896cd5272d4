import { useEditor } from '../../app/editor.tsx';
import { saveFile } from '../../app/save-file.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { SearchField } from '../../ui/fields.tsx';
import { MenuButton } from '../../ui/menu.tsx';
import { Select } from '../../ui/select.tsx';
import { showToast } from '../../ui/toast.ts';
import { useWords } from '../../words/use-words.tsx';
import { fileName, pngOf } from './download.ts';
import type { Figure } from './figure.ts';
import { svgText } from './svg-text.ts';
import type { Zoom } from './use-zoom.ts';

type GraphToolsProps = {
  readonly figure: Figure | null;
  readonly title: string;
  readonly zoom: Zoom;
  readonly words: string;
  readonly found: readonly string[];
  readonly steps: number | null;
  readonly onWords: (words: string) => void;
  readonly onNext: () => void;
  readonly onSteps: (steps: number | null) => void;
};

const WHOLE = 'whole';

/** The tools of the graph: extent, search, zoom, and the picture as a file. */
export function GraphTools({ figure, title, zoom, words, found, steps, onWords, onNext, onSteps }: GraphToolsProps) {
  const { t } = useWords();
  return (
    <div className="graph-tools">
      <Select
        label={t('graph.show')}
        value={steps === null ? WHOLE : String(steps)}
        onChange={(id) => onSteps(id === WHOLE || id === null ? null : Number(id))}
        choices={[
          { id: WHOLE, label: t('graph.whole') },
          ...[1, 2, 3].map((count) => ({ id: String(count), label: t('graph.steps', { count }) })),
        ]}
      />
      <search className="graph-find">
        <SearchField label={t('graph.find')} value={words} onChange={onWords} onSubmit={onNext} />
        {words.trim() !== '' && (
          <>
            <span className="quiet small">{t('graph.found', { count: found.length })}</span>
            <IconButton icon="chevron-down" label={t('graph.next')} isDisabled={found.length === 0} onPress={onNext} />
          </>
        )}
      </search>
      <div className="row graph-zoom">
        <IconButton icon="minus" label={t('graph.zoom-out')} variant="plain" onPress={() => zoom.by(1 / 1.3)} />
        <IconButton icon="add" label={t('graph.zoom-in')} variant="plain" onPress={() => zoom.by(1.3)} />
        <Button onPress={() => zoom.fit()}>{t('graph.fit')}</Button>
        <DownloadMenu figure={figure} title={title} />
      </div>
    </div>
  );
}

function DownloadMenu({ figure, title }: { readonly figure: Figure | null; readonly title: string }) {
  const { t } = useWords();
  const { toasts } = useEditor();

  async function download(format: string): Promise<void> {
    if (figure === null) return;
    const counts = { count: figure.boxes.length, relations: figure.lines.length };
    const svg = svgText(figure, title, t('graph.description', counts));
    if (format === 'svg') return saveFile(fileName(title, 'svg'), new Blob([svg], { type: 'image/svg+xml' }));
    try {
      const { picture, isSmaller } = await pngOf(svg, figure.width, figure.height);
      saveFile(fileName(title, 'png'), picture);
      if (isSmaller) showToast(toasts, { text: t('graph.download-smaller') });
    } catch {
      showToast(toasts, { text: t('graph.download-failed') });
    }
  }

  return (
    <MenuButton
      trigger={
        <Button icon="download" isDisabled={figure === null}>
          {t('graph.download')}
        </Button>
      }
      label={t('graph.download')}
      entries={[
        { id: 'svg', label: t('graph.download-svg') },
        { id: 'png', label: t('graph.download-png') },
      ]}
      onAction={(format) => void download(format)}
    />
  );
}
