import { formatTime } from "../../../kit/words/format.ts";
import { consoleText } from "../../words.ts";
import { CopyField } from "./copy-field.tsx";
import { OnceCard } from "./once-card.tsx";

/** A link that the server shows once. `title` says for whom it is. */
export type OnceLink = { readonly title: string; readonly link: string; readonly expiresAt: string };

/** The link with a way to copy it. */
export function LinkOnce({ title, link, expiresAt, onHide }: OnceLink & { readonly onHide: () => void }) {
	const text = consoleText.onceLink;
	return (
		<OnceCard title={title} lead={text.lead(formatTime(expiresAt))} hide={text.hide} onHide={onHide}>
			<CopyField label={text.label} value={link} copy={text.copy}>
				{text.copy}
			</CopyField>
		</OnceCard>
	);
}
