import { CopyField } from "../../kit/copy/copy-field.tsx";
import { OnceCard } from "../../kit/copy/once-card.tsx";
import { apiKeysText } from "./words.ts";

const text = apiKeysText.once;

type Props = { readonly name: string; readonly secret: string; readonly onHide: () => void };

/** The key with a way to copy it. */
export function KeyOnce({ name, secret, onHide }: Props) {
	return (
		<OnceCard title={text.title(name)} lead={text.lead} hide={text.hide} onHide={onHide}>
			<CopyField label={text.key} value={secret} copy={text.copyKey}>
				{text.copy}
			</CopyField>
		</OnceCard>
	);
}
