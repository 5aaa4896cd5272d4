import { useSearchParams } from 'wouter';
import type { ViewProps } from '../../app/paths.ts';
import { OpenedFramework } from '../outline/opened-framework.tsx';
import { ChooseFramework } from './choose-framework.tsx';
import { CrosswalkPage } from './crosswalk-page.tsx';
import './crosswalk.css';
import '../graph/lines.css';
import '../outline/outline.css';

/** Two frameworks side by side, with the alignments between them. The second one is in the address as `with`. */
export function CrosswalkView({ params: { id = '' } }: ViewProps) {
  const [address, setAddress] = useSearchParams();
  const other = address.get('with');
  return (
    <OpenedFramework id={id}>
      {(first) =>
        other === null || other === first.frameworkId ? (
          <ChooseFramework document={first} onChoose={(chosen) => setAddress({ with: chosen })} />
        ) : (
          <OpenedFramework key={other} id={other}>
            {(second) => <CrosswalkPage first={first} second={second} />}
          </OpenedFramework>
        )
      }
    </OpenedFramework>
  );
}
