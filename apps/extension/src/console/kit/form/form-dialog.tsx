import { Button, chakra, Dialog, Portal } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { consoleText } from "../../words.ts";

type Props = {
	readonly title: string;
	readonly save: string;
	readonly isBusy: boolean;
	/** Nothing can be saved yet. */
	readonly isDisabled: boolean;
	readonly onSave: () => void;
	readonly onClose: () => void;
	readonly children: ReactNode;
};

const Form = chakra("form");

/** A form over the page. Escape closes it; a click beside it does not, since typed text would be lost. */
export function FormDialog({ title, save, isBusy, isDisabled, onSave, onClose, children }: Props) {
	return (
		<Dialog.Root
			open
			size="lg"
			placement="center"
			scrollBehavior="inside"
			closeOnInteractOutside={false}
			onOpenChange={({ open }) => (open || isBusy ? undefined : onClose())}
		>
			<Portal>
				<Dialog.Backdrop />
				<Dialog.Positioner px="3">
					<Dialog.Content rounded="xl">
						<Form
							display="flex"
							flexDirection="column"
							minH="0"
							noValidate
							autoComplete="off"
							onSubmit={(event) => {
								event.preventDefault();
								onSave();
							}}
						>
							<Dialog.Header px="5" pt="5" pb="2">
								<Dialog.Title textStyle="answer">{title}</Dialog.Title>
							</Dialog.Header>
							<Dialog.Body px="5" pb="4">
								{children}
							</Dialog.Body>
							<Dialog.Footer flexWrap="wrap" px="5" pt="0" pb="5" gap="2">
								<Button type="button" size="sm" variant="outline" disabled={isBusy} onClick={onClose}>
									{consoleText.cancel}
								</Button>
								<Button type="submit" size="sm" colorPalette="brand" loading={isBusy} disabled={isBusy || isDisabled} aria-label={save}>
									{save}
								</Button>
							</Dialog.Footer>
						</Form>
					</Dialog.Content>
				</Dialog.Positioner>
			</Portal>
		</Dialog.Root>
	);
}
