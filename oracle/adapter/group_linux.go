package adapter

import (
	"os/exec"
	"syscall"
)

// diesWithUs has the system kill the process that cmd will start when the thread that starts it ends, which that thread
// must not do before the process does ([child.live]).
func diesWithUs(cmd *exec.Cmd) { cmd.SysProcAttr.Pdeathsig = syscall.SIGKILL }
