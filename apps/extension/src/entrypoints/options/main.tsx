import { App } from "../../console/app.tsx";
import { mount } from "../../kit/theme/mount.tsx";

mount(<App />);
