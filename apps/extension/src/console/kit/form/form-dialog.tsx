import { Button, chakra, Dialog, Portal, Stack } from "@chakra-ui/react";
import type { ReactNode } from "react";
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

const FormBox = chakra("form");

/** A form over the page. Escape closes it; a click beside it does not, since typed text would be lost. */
export function FormDialog({ title, save, form, isDisabled, onClose, children }: Props) {
	return (
		<Dialog.Root
			open
			size="lg"
			placement="center"
			scrollBehavior="inside"
			closeOnInteractOutside={false}
			onOpenChange={({ open }) => (open || form.isBusy ? undefined : onClose())}
		>
			<Portal>
				<Dialog.Backdrop />
				<Dialog.Positioner px="3">
					<Dialog.Content rounded="xl">
						<FormBox display="flex" flexDirection="column" minH="0" noValidate autoComplete="off" onSubmit={form.submit}>
							<Dialog.Header px="5" pt="5" pb="2">
								<Dialog.Title textStyle="answer">{title}</Dialog.Title>
							</Dialog.Header>
							<Dialog.Body px="5" pb="4">
								<Stack gap="4">
									{children}
									<FormProblem problem={form.problem} shown={form.shown} />
								</Stack>
							</Dialog.Body>
							<Dialog.Footer flexWrap="wrap" px="5" pt="0" pb="5" gap="2">
								<Button type="button" size="sm" variant="outline" disabled={form.isBusy} onClick={onClose}>
									{consoleText.cancel}
								</Button>
								<Button
									type="submit"
									size="sm"
									colorPalette="brand"
									loading={form.isBusy}
									disabled={form.isBusy || isDisabled}
									aria-label={save}
								>
									{save}
								</Button>
							</Dialog.Footer>
						</FormBox>
					</Dialog.Content>
				</Dialog.Positioner>
			</Portal>
		</Dialog.Root>
	);
}
