package computeprovider

import "context"

// What the rest of the server names of the providers that are left out (AWS, Google Cloud, Kubernetes): no worker of ours is
// started by a Temporal server.
type (
	GCPImpersonationChainProvider interface {
		ResolveChain(ctx context.Context, input ResolveChainInput) ([]string, error)
	}

	ResolveChainInput struct {
		Namespace          string
		GlobalSACandidates [][]string
	}

	NoopGCPImpersonationChainProvider struct{}
)

func SetGCPImpersonationChainProvider(GCPImpersonationChainProvider) {}

func (NoopGCPImpersonationChainProvider) ResolveChain(context.Context, ResolveChainInput) ([]string, error) {
	return nil, nil
}
