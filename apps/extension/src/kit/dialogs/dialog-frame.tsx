import type { DialogContentProps, DialogRootProps } from "@chakra-ui/react";
import { chakra, Dialog, Portal } from "@chakra-ui/react";
import type { FormEvent, ReactNode, Ref } from "react";

type Props = Pick<DialogRootProps, "role" | "scrollBehavior" | "closeOnInteractOutside" | "initialFocusEl"> & {
	readonly isOpen?: boolean;
	readonly title: string;
	/** `xs` for a question, `lg` for a form or the facts of a row. */
	readonly size: "xs" | "lg";
	/** Makes the dialog a form. */
	readonly onSubmit?: (event: FormEvent) => void;
	/** Escape, or a click beside it. */
	readonly onClose: () => void;
	readonly content?: Pick<DialogContentProps, "onClickCapture"> & { readonly ref: Ref<HTMLDivElement> };
	/** The buttons. */
	readonly footer: ReactNode;
	readonly children: ReactNode;
};

const FormBox = chakra("form");
const paddings = { xs: { edge: "4", body: "3" }, lg: { edge: "5", body: "4" } } as const;

/** A dialog over the page: title, content, buttons. */
export function DialogFrame({ isOpen = true, title, size, onSubmit, onClose, content, footer, children, ...root }: Props) {
	const { edge, body } = paddings[size];
	const parts = (
		<>
			<Dialog.Header px={edge} pt={edge} pb="2">
				<Dialog.Title textStyle="answer">{title}</Dialog.Title>
			</Dialog.Header>
			<Dialog.Body px={edge} pb={body}>
				{children}
			</Dialog.Body>
			<Dialog.Footer flexWrap="wrap" px={edge} pt="0" pb={edge} gap="2">
				{footer}
			</Dialog.Footer>
		</>
	);
	return (
		<Dialog.Root {...root} open={isOpen} size={size} placement="center" onOpenChange={({ open }) => (open ? undefined : onClose())}>
			<Portal>
				<Dialog.Backdrop />
				<Dialog.Positioner px="3">
					<Dialog.Content rounded="xl" {...content}>
						{onSubmit === undefined ? (
							parts
						) : (
							<FormBox display="flex" flexDirection="column" minH="0" noValidate autoComplete="off" onSubmit={onSubmit}>
								{parts}
							</FormBox>
						)}
					</Dialog.Content>
				</Dialog.Positioner>
			</Portal>
		</Dialog.Root>
	);
}
