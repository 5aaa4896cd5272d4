import { countAchieved, type ProfileEntry } from '../../learners/profile.ts';
import { useWords } from '../../words/use-words.tsx';

/** The progress of a learner in each part of a framework: a chart that is a table. */
export function BranchTable({ profile }: { readonly profile: readonly ProfileEntry[] }) {
  const { t, percent } = useWords();
  const branches = branchesOf(profile.filter(({ seeAlso }) => !seeAlso));
  return (
    <section className="stack" aria-labelledby="how-far">
      <h2 id="how-far">{t('learners.overview')}</h2>
      <p>{t('learners.overview-of', countAchieved(profile))}</p>
      <div className="table-scroll">
        <table className="table" aria-labelledby="how-far">
          <thead>
            <tr>
              <th scope="col">{t('learners.branch')}</th>
              <th scope="col" className="number">
                {t('learners.share')}
              </th>
              <td className="bar-cell" />
            </tr>
          </thead>
          <tbody>
            {branches.map((entry) => {
              const { achieved, count } = countAchieved([entry]);
              const share = achieved / count;
              return (
                <tr key={entry.id}>
                  <th scope="row">{entry.name ?? t('outline.unnamed')}</th>
                  <td className="number">{percent(share)}</td>
                  <td className="bar-cell">
                    <svg className="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                      <rect className="bar-track" width="100" height="8" />
                      <rect className="bar-value" width={100 * share} height="8" />
                    </svg>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** The parts at the top; if everything is below one of them, also its parts. */
function branchesOf(top: readonly ProfileEntry[]): readonly ProfileEntry[] {
  const [only, ...others] = top;
  return only === undefined || others.length > 0 ? top : [only, ...only.children];
}
