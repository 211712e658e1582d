package adapter

import (
	"os/exec"
	"syscall"
)

// diesWithUs makes the kernel kill the process of cmd when this process dies. The kernel watches
// the thread that starts cmd, so that thread must outlive the process; see [child.live].
func diesWithUs(cmd *exec.Cmd) { cmd.SysProcAttr.Pdeathsig = syscall.SIGKILL }
