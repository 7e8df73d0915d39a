import { Button, Stack } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { DialogFrame } from "../../../kit/dialogs/dialog-frame.tsx";
import { consoleText } from "../../words.ts";
import { FormProblem } from "./form-card.tsx";
import type { Form } from "./use-form.ts";

type Props = {
	readonly title: string;
	readonly save: string;
	readonly form: Pick<Form<never>, "submit" | "isBusy" | "problem" | "shown">;
	/** Nothing can be saved yet. */
	readonly isDisabled: boolean;
	readonly onClose: () => void;
	readonly children: ReactNode;
};

/** A form over the page. Escape closes it; a click beside it does not, since typed text would be lost. */
export function FormDialog({ title, save, form, isDisabled, onClose, children }: Props) {
	return (
		<DialogFrame
			title={title}
			size="lg"
			scrollBehavior="inside"
			closeOnInteractOutside={false}
			onSubmit={form.submit}
			onClose={() => (form.isBusy ? undefined : onClose())}
			footer={
				<>
					<Button type="button" size="sm" variant="outline" disabled={form.isBusy} onClick={onClose}>
						{consoleText.cancel}
					</Button>
					<Button type="submit" size="sm" colorPalette="brand" loading={form.isBusy} disabled={form.isBusy || isDisabled} aria-label={save}>
						{save}
					</Button>
				</>
			}
		>
			<Stack gap="4">
				{children}
				<FormProblem problem={form.problem} shown={form.shown} />
			</Stack>
		</DialogFrame>
	);
}
