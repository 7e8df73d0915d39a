import { mount } from "../../ui/kit/mount.tsx";
import { App } from "./app.tsx";

mount(<App />);
