import { type Key, ListBoxItem, Text } from 'react-aria-components';

/** An option that can be chosen. */
export type Choice = { readonly id: Key; readonly label: string; readonly description?: string };

/** Renders a choice in a list. */
export function choiceOption({ id, label, description }: Choice) {
  return (
    <ListBoxItem id={id} textValue={label} className="option">
      <span className="option-text">
        <Text slot="label">{label}</Text>
        {description !== undefined && (
          <Text slot="description" className="quiet small">
            <br />
            {description}
          </Text>
        )}
      </span>
    </ListBoxItem>
  );
}
